#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define OUT_SIZE 128

volatile uint8_t uart_ring[256] __attribute__((aligned(256)));
volatile uint8_t uart_head;
static uint8_t tail;

static uint8_t out[OUT_SIZE];
static volatile uint8_t out_head, out_tail;

void uart_init(void) {
    UCSR0A = _BV(U2X0);
    UBRR0 = 16; /* 117,647 baud: 2.1 % fast, as every 16 MHz Arduino is, within what UARTs tolerate */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

ISR(USART_RX_vect) {
    uart_ring[uart_head] = UDR0;
    uart_head++;
}

ISR(USART_UDRE_vect) {
    if (out_head == out_tail) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = out[out_tail];
    out_tail = (out_tail + 1) % OUT_SIZE;
}

bool uart_has_byte(void) {
    return tail != uart_head;
}

uint8_t uart_take(void) {
    return uart_ring[tail++];
}

bool uart_send(const uint8_t *bytes, uint8_t count) {
    uint8_t used = (uint8_t)(out_head - out_tail) % OUT_SIZE;
    if (count >= OUT_SIZE - used)
        return false;
    for (uint8_t i = 0; i < count; i++) {
        out[out_head] = bytes[i];
        out_head = (out_head + 1) % OUT_SIZE;
    }
    /* The interrupt clears this bit in the same register, so the change must not be torn apart. */
    cli();
    UCSR0B |= _BV(UDRIE0);
    sei();
    return true;
}
