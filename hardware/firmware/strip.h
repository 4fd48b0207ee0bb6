/* WS2812 lamps on one data pin. */
#ifndef STRIP_H
#define STRIP_H

#include <stdint.h>

/* Sends bytes (green, red, blue of each lamp) to the strip. Interrupts are off meanwhile, 30 microseconds for each
 * lamp, but no byte from the wire is lost: the serial port is looked at once in every byte sent. */
void strip_write(const uint8_t *bytes, uint16_t count);

#endif
