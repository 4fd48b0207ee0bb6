/* The serial port: 115,200 baud, received by interrupt, sent by interrupt. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

/* The ring is exactly one page of 256 bytes, so its index wraps by itself and strip.c can write to it in two
 * instructions while interrupts are off. */
extern volatile uint8_t uart_ring[256];
extern volatile uint8_t uart_head;

void uart_init(void);
bool uart_has_byte(void);
uint8_t uart_take(void);
/* Queues bytes to be sent; returns false and sends nothing if they do not all fit. */
bool uart_send(const uint8_t *bytes, uint8_t count);

#endif
