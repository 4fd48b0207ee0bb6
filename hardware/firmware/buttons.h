/* Eight buttons, freed of their bouncing. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdint.h>

void buttons_init(void);
/* Once in every millisecond. */
void buttons_tick(void);
uint8_t buttons_down(void);
void buttons_light(uint8_t lit);

#endif
