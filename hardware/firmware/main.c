/* Table Companion board: up to 60 WS2812 lamps and 8 lit buttons on an ATmega328P at 16 MHz.
 *
 * There is no watchdog: boot loaders of older Nanos do not switch it off and would restart for ever. */

#include "buttons.h"
#include "link.h"
#include "pins.h"
#include "strip.h"
#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static volatile uint16_t clock_ms;

static uint8_t lamps[3 * MAX_LAMPS]; /* green, red, blue: the order in which the strip wants them */
static uint8_t lamp_count = MAX_LAMPS;
static uint8_t lit_buttons;

ISR(TIMER0_COMPA_vect) {
    clock_ms++;
}

static uint16_t now_ms(void) {
    cli();
    uint16_t now = clock_ms;
    sei();
    return now;
}

static void clock_init(void) {
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00); /* 16 MHz / 64 */
    OCR0A = 249;                    /* / 250 = 1 kHz */
    TIMSK0 = _BV(OCIE0A);
}

/* ---------------------------------------------------------------------------------------------- for the link */

void board_show(const uint8_t *colors, uint8_t count, uint8_t lit) {
    uint8_t *lamp = lamps;
    /* A shorter strip than before leaves no lamp burning that nobody speaks of any more. */
    uint8_t to_write = count > lamp_count ? count : lamp_count;
    for (uint8_t i = 0; i < to_write; i++, lamp += 3) {
        lamp[0] = i < count ? colors[1] : 0;
        lamp[1] = i < count ? colors[0] : 0;
        lamp[2] = i < count ? colors[2] : 0;
        colors += 3;
    }
    lit_buttons = lit;
    buttons_light(lit);
    strip_write(lamps, 3 * (uint16_t)to_write);
    lamp_count = count;
}

uint16_t board_digest(void) {
    uint16_t crc = crc_update(crc_update(0xFFFF, lit_buttons), lamp_count);
    const uint8_t *lamp = lamps;
    for (uint8_t i = 0; i < lamp_count; i++, lamp += 3)
        crc = crc_update(crc_update(crc_update(crc, lamp[1]), lamp[0]), lamp[2]);
    return crc;
}

uint8_t board_down(void) {
    return buttons_down();
}

bool board_send(const uint8_t *bytes, uint8_t count) {
    return uart_send(bytes, count);
}

/* ---------------------------------------------------------------------------------------------- nobody there */

/* All lamps breathe in a dim amber, four seconds a breath: awake, but waiting for the companion. */
static void breathe(uint16_t now) {
    static uint8_t shown = 0xFF;
    uint8_t phase = now >> 5; /* 128 steps up and down in 4,096 ms */
    uint8_t level = 2 + ((phase & 0x40 ? 0x7F - (phase & 0x7F) : phase & 0x3F) >> 2);
    uint8_t count = lamp_count ? lamp_count : MAX_LAMPS;
    if (level == shown)
        return;
    shown = level;
    for (uint8_t i = 0; i < count; i++) {
        lamps[3 * i] = level >> 1;
        lamps[3 * i + 1] = level;
        lamps[3 * i + 2] = 0;
    }
    lit_buttons = 0;
    buttons_light(0);
    strip_write(lamps, 3 * (uint16_t)count);
}

/* ---------------------------------------------------------------------------------------------- the loop */

static void every_ms(uint16_t now) {
    buttons_tick();
    link_tick(now);
    if (link_has_host()) {
        PORTB |= OWN_LAMP;
    } else {
        PORTB &= ~OWN_LAMP;
        breathe(now);
    }
}

static void doze(uint16_t last_ms) {
    cli();
    if (!uart_has_byte() && clock_ms == last_ms) {
        sleep_enable();
        sei(); /* takes effect after the next instruction, so no interrupt can slip in before the sleep */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void) {
    uint16_t last_ms = 0;
    STRIP_DDR |= _BV(STRIP_BIT);
    buttons_init();
    uart_init();
    clock_init();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (;;) {
        while (uart_has_byte())
            link_byte(uart_take(), now_ms());
        uint16_t now = now_ms();
        if (now != last_ms) {
            last_ms = now;
            every_ms(now);
        }
        doze(last_ms);
    }
}
