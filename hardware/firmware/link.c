#include "link.h"

#define NO_HOST_MS 2000
#define REPEAT_MS 40
#define QUEUE 16
#define HEAD 5
#define LONGEST (HEAD + 2 + 3 * MAX_LAMPS + 2)
#define LONGEST_REPLY (HEAD + 6 + 2)

enum kind {
    HELLO = 0x01,
    LIGHTS = 0x02,
    GOT = 0x03,
    BEAT = 0x04,
    WELCOME = 0x81,
    SHOWN = 0x82,
    PRESS = 0x83,
    ALIVE = 0x84,
    STRANGER = 0x85,
};

struct waiting {
    uint16_t number;
    uint8_t button, how;
};

static uint8_t frame[LONGEST + 1];
static uint8_t filled;
static bool too_long;
static uint16_t bad_frames;

static uint16_t session; /* 0 = nobody talks to us */
static uint16_t heard_ms;

static struct waiting queue[QUEUE];
static uint8_t first_waiting, count_waiting;
static uint16_t next_number = 1;
static uint16_t sent_ms;
static bool is_sent;

uint16_t crc_update(uint16_t crc, uint8_t byte) {
    uint8_t x = (crc >> 8) ^ byte;
    x ^= x >> 4;
    return (crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x;
}

static uint16_t crc_of(const uint8_t *bytes, uint8_t count) {
    uint16_t crc = 0xFFFF;
    while (count--)
        crc = crc_update(crc, *bytes++);
    return crc;
}

static uint16_t word_at(const uint8_t *bytes) {
    return (uint16_t)bytes[0] << 8 | bytes[1];
}

static void put_word(uint8_t *bytes, uint16_t word) {
    bytes[0] = word >> 8;
    bytes[1] = word;
}

/* ---------------------------------------------------------------------------------------------- bytes out */

static bool reply(enum kind kind, uint16_t to, uint16_t number, const uint8_t *payload, uint8_t count) {
    uint8_t body[LONGEST_REPLY];
    uint8_t wire[LONGEST_REPLY + 3];
    uint8_t length = HEAD + count;
    body[0] = kind;
    put_word(body + 1, to);
    put_word(body + 3, number);
    for (uint8_t i = 0; i < count; i++)
        body[HEAD + i] = payload[i];
    put_word(body + length, crc_of(body, length));
    length += 2;

    /* No zero inside a frame (COBS): each becomes the distance to the next. */
    uint8_t mark = 1, at = 2, step = 1;
    wire[0] = 0;
    for (uint8_t i = 0; i < length; i++) {
        if (body[i] != 0) {
            wire[at++] = body[i];
            step++;
        } else {
            wire[mark] = step;
            mark = at++;
            step = 1;
        }
    }
    wire[mark] = step;
    wire[at++] = 0;
    return board_send(wire, at);
}

static void send_waiting(uint16_t now_ms) {
    struct waiting *press = &queue[first_waiting];
    uint8_t payload[2] = {press->button, press->how};
    if (reply(PRESS, session, press->number, payload, 2)) {
        is_sent = true;
        sent_ms = now_ms;
    }
}

static void be_stranger(uint16_t to) {
    uint8_t payload[1] = {PROTOCOL};
    reply(STRANGER, to, 0, payload, 1);
}

/* ---------------------------------------------------------------------------------------------- bytes in */

static void forget_presses(void) {
    count_waiting = 0;
    next_number = 1;
}

static void on_hello(uint16_t from, uint8_t protocol, uint16_t now_ms) {
    if (protocol != PROTOCOL || from == 0) {
        be_stranger(from);
        return;
    }
    heard_ms = now_ms;
    if (from != session) {
        session = from;
        forget_presses();
    }
    uint8_t payload[6] = {PROTOCOL, VERSION_MAJOR, VERSION_MINOR, MAX_LAMPS, 8, board_down()};
    reply(WELCOME, session, 0, payload, 6);
}

static void on_lights(uint16_t number, const uint8_t *payload) {
    uint8_t shown[2];
    board_show(payload + 2, payload[1], payload[0]);
    put_word(shown, board_digest());
    reply(SHOWN, session, number, shown, 2);
}

static void on_got(uint16_t number) {
    if (count_waiting == 0 || queue[first_waiting].number != number)
        return;
    first_waiting = (first_waiting + 1) % QUEUE;
    count_waiting--;
    is_sent = false;
}

static void on_beat(void) {
    uint8_t payload[3] = {board_down(), bad_frames >> 8, bad_frames};
    reply(ALIVE, session, 0, payload, 3);
}

static bool has_right_length(uint8_t kind, const uint8_t *payload, uint8_t count) {
    switch (kind) {
    case HELLO:
        return count == 1;
    case LIGHTS:
        return count >= 2 && payload[1] <= MAX_LAMPS && count == 2 + 3 * payload[1];
    case GOT:
    case BEAT:
        return count == 0;
    default:
        return false;
    }
}

static void understand(const uint8_t *body, uint8_t length, uint16_t now_ms) {
    uint8_t kind = body[0];
    uint16_t from = word_at(body + 1), number = word_at(body + 3);
    const uint8_t *payload = body + HEAD;
    if (!has_right_length(kind, payload, length - HEAD - 2)) {
        bad_frames++;
    } else if (kind == HELLO) {
        on_hello(from, payload[0], now_ms);
    } else if (session == 0 || from != session) {
        be_stranger(from);
    } else {
        heard_ms = now_ms;
        if (kind == LIGHTS)
            on_lights(number, payload);
        else if (kind == GOT)
            on_got(number);
        else
            on_beat();
    }
}

/* Puts the zeros back, in place; returns the length of the body, 0 if it is none. */
static uint8_t unstuff(uint8_t *bytes, uint8_t count) {
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t step = bytes[from++];
        if (step == 0 || step - 1 > count - from)
            return 0;
        if (to != 0 || from != 1)
            bytes[to++] = 0;
        while (--step)
            bytes[to++] = bytes[from++];
    }
    return to;
}

void link_byte(uint8_t byte, uint16_t now_ms) {
    if (byte != 0) {
        if (filled < sizeof frame)
            frame[filled++] = byte;
        else
            too_long = true;
        return;
    }
    uint8_t count = filled;
    bool is_whole = !too_long;
    filled = 0;
    too_long = false;
    if (count == 0)
        return;
    uint8_t length = is_whole ? unstuff(frame, count) : 0;
    if (length < HEAD + 2 || crc_of(frame, length) != 0)
        bad_frames++;
    else
        understand(frame, length, now_ms);
}

/* ---------------------------------------------------------------------------------------------- time and fingers */

void link_tick(uint16_t now_ms) {
    if (session == 0)
        return;
    if ((uint16_t)(now_ms - heard_ms) >= NO_HOST_MS) {
        session = 0;
        forget_presses();
        return;
    }
    if (count_waiting && (!is_sent || (uint16_t)(now_ms - sent_ms) >= REPEAT_MS))
        send_waiting(now_ms);
}

void link_press(uint8_t button, enum press how) {
    if (session == 0 || count_waiting == QUEUE)
        return;
    struct waiting *press = &queue[(first_waiting + count_waiting) % QUEUE];
    press->number = next_number;
    press->button = button;
    press->how = how;
    next_number = next_number == 0xFFFF ? 1 : next_number + 1;
    if (count_waiting++ == 0)
        is_sent = false;
}

bool link_has_host(void) {
    return session != 0;
}
