/* The board's end of the wire (docs/serial-protocol.md). No register of the chip is touched here. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL 1
#define VERSION_MAJOR 1
#define VERSION_MINOR 0
#define MAX_LAMPS 60

enum press { DOWN = 1, HELD = 2 };

/* What the rest of the firmware gives to the link. */
void board_show(const uint8_t *colors, uint8_t lamps, uint8_t lit); /* red, green, blue of each lamp */
uint16_t board_digest(void);                                        /* of what it holds: lit, lamps, colors */
uint8_t board_down(void);                                           /* one bit for each button that is down */
bool board_send(const uint8_t *bytes, uint8_t count);

/* What the link gives to the rest of the firmware. */
uint16_t crc_update(uint16_t crc, uint8_t byte);
void link_byte(uint8_t byte, uint16_t now_ms);
void link_tick(uint16_t now_ms);
void link_press(uint8_t button, enum press how);
bool link_has_host(void);

#endif
