/* Which pin of the ATmega328P does what, by the names printed on an Uno or Nano.
 *
 *   D0 D1        the wire to the computer (through the board's own USB chip)
 *   D2 … D9      buttons 1 … 8, each between its pin and GND (pull-ups inside the chip)
 *   D10 D11 D12  lights of buttons 1 … 3, each through a resistor to GND
 *   A0 … A4      lights of buttons 4 … 8, likewise
 *   A5           data of the WS2812 strip
 *   D13          the board's own lamp: lit while the companion talks to it
 */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#define BUTTONS 8
#define BUTTONS_ON_D 0xFC /* PD2 … PD7 = buttons 1 … 6 */
#define BUTTONS_ON_B 0x03 /* PB0, PB1 = buttons 7, 8 */

#define LIGHTS_ON_B 0x1C /* PB2, PB3, PB4 = lights 1 … 3 */
#define LIGHTS_ON_C 0x1F /* PC0 … PC4 = lights 4 … 8 */

#define STRIP_PORT PORTC
#define STRIP_DDR DDRC
#define STRIP_BIT 5

#define OWN_LAMP 0x20 /* PB5 */

#endif
