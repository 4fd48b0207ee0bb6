#include "buttons.h"

#include "link.h"
#include "pins.h"

#include <avr/io.h>

#define SURE_MS 5 /* a contact must be closed (or open) for so long on balance before it counts */
#define HOLD_MS 1000

static uint8_t closed_for[BUTTONS];
static uint16_t held_for[BUTTONS];
static uint8_t down;

static uint8_t closed_now(void) {
    uint8_t on_d = (PIND & BUTTONS_ON_D) >> 2;
    uint8_t on_b = (PINB & BUTTONS_ON_B) << 6;
    return ~(on_d | on_b);
}

void buttons_init(void) {
    PORTD |= BUTTONS_ON_D;
    PORTB |= BUTTONS_ON_B;
    DDRB |= LIGHTS_ON_B | OWN_LAMP;
    DDRC |= LIGHTS_ON_C;
}

static void settle(uint8_t button, uint8_t is_closed) {
    uint8_t mask = 1 << button;
    if (is_closed && closed_for[button] < SURE_MS)
        closed_for[button]++;
    else if (!is_closed && closed_for[button] > 0)
        closed_for[button]--;

    if (!(down & mask) && closed_for[button] == SURE_MS) {
        down |= mask;
        held_for[button] = 0;
        link_press(button, DOWN);
    } else if ((down & mask) && closed_for[button] == 0) {
        down &= ~mask;
    } else if ((down & mask) && held_for[button] < HOLD_MS && ++held_for[button] == HOLD_MS) {
        link_press(button, HELD);
    }
}

void buttons_tick(void) {
    uint8_t closed = closed_now();
    for (uint8_t button = 0; button < BUTTONS; button++)
        settle(button, closed >> button & 1);
}

uint8_t buttons_down(void) {
    return down;
}

void buttons_light(uint8_t lit) {
    PORTB = (PORTB & ~LIGHTS_ON_B) | (lit & 0x07) << 2;
    PORTC = (PORTC & ~LIGHTS_ON_C) | (lit >> 3 & LIGHTS_ON_C);
}
