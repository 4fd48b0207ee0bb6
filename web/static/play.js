// The page of a player: what I can do now, large; the tray; scores; my sheets; everybody's sheets; what happened.

import { h } from "./dom.js";
import { heard, known, me, mayAct, minutes, post, prefs, redraw, t } from "./base.js";
import { menu, phases, run, seatTabs } from "./chrome.js";
import { glyph } from "./looks.js";
import { actions, closeComposer, tappable, urgent } from "./prompts.js";
import { recent } from "./past.js";
import { pauseButton, running, scores } from "./scores.js";
import { drawSheets, isInUse, leading, sheets } from "./sheets.js";
import { simulator } from "./simulator.js";
import { newGame } from "./newgame.js";
import { tray } from "./live.js";

const LONG = 70; // a headline of more letters is set smaller

let chosen = null; // the seat on show

const mySeats = (table) => table.names.map((_, seat) => seat).filter(mayAct);

function seatOnShow(table) {
  const mine = mySeats(table);
  if (chosen !== null && chosen < table.names.length) return chosen;
  if (!mine.length) return null;
  if (mine.includes(table.turn)) return table.turn;
  return mine[0];
}

function chooseSeat(seat) {
  chosen = seat;
  closeComposer();
}

const BUZZ_MS = 120;

/** A phone in a hand says when it is its turn, without a sound. */
heard((part, now, before) => {
  if (part !== "state" || !now.table || !before?.table || me().host) return;
  const turn = now.table.turn;
  if (turn !== before.table.turn && turn !== null && mayAct(turn) && prefs.get("buzz", true)) navigator.vibrate?.(BUZZ_MS);
});

heard((part, now, before) => {
  if (part !== "state" || !now.table || !prefs.get("follow", true)) return;
  const table = now.table;
  const mine = mySeats(table);
  if (mine.length < 2) return;
  const turned = table.turn !== before?.table?.turn || table.id !== before?.table?.id;
  if (turned && mine.includes(table.turn)) chosen = table.turn;
  // Where several are asked at once, such as at the end: on to the next who still has to answer.
  const asked = mine.filter((seat) => table.prompts.some((p) => p.seat === seat && !p.reason));
  if (table.turn === null && asked.length && !asked.includes(seatOnShow(table))) chosen = asked[0];
});

function page() {
  const table = known.state.table;
  if (!table) return lobby();
  const seat = seatOnShow(table);
  const mine = mySeats(table);
  const acting = seat !== null && mayAct(seat);
  const taps = acting ? tappable(table, seat) : new Map();
  const first = leading(table, seat, taps);
  const rest = { ...table, sheets: table.sheets.filter((s) => !first.includes(s)) };
  return h("div", { class: !table.rolls && first.some((s) => isInUse(s, taps)) ? "play byboard" : "play", key: table.id, "data-events": table.events },
    header(table, seat),
    h("div", { class: "leftcol" },
      h("div", { class: "now" },
        seatTabs(table, mine, seat, chooseSeat),
        phases(table),
        h("h1", { class: table.headline.length > LONG ? "long" : "", mark: table.headline }, table.headline),
        !mine.length && takeSeat(table),
        table.over ? over(table) : acting && urgent(table, seat)),
      h("div", { class: "acts" },
        acting && !table.over && actions(table, seat),
        acting && waiting(table, seat),
        table.advice.map((a) => h("p", { class: "why", key: a }, a))),
      h("div", { class: "side" }, scores(table, seat, false), requests(table), recent(table, seat), known.state.simulated && simulator())),
    h("div", { class: "rightcol" },
      h("div", { class: "see" }, tray(false)),
      h("div", { class: "boards first" }, drawSheets(table, first, taps)),
      h("div", { class: "boards" }, seat !== null && sheets(rest, seat, taps), sheets(rest, null, taps), others(table, seat, taps))));
}

function header(table, seat) {
  const mine = table.turn === seat && seat !== null && mayAct(seat) && !me().host;
  return h("header", { class: mine ? "who mine" : "who", key: "who" },
    seat !== null ? [glyph(seat), h("b", null, table.names[seat])] : h("b", null, table.title),
    h("span", { class: "soft title" }, seat !== null ? table.title : ""),
    h("span", { class: "right soft nums" }, table.round ? t("Round {n}", { n: table.round }) : "", prefs.get("timer", true) && !table.over && [table.round ? " · " : "", h("span", { class: "clock", "data-running": "" }, minutes(running(table)))]),
    pauseButton(table), menu());
}

/** Nothing to do for this seat: say whom the table waits for. */
function waiting(table, seat) {
  if (table.over || table.prompts.some((p) => p.seat === seat && !p.reason)) return null;
  const names = [...new Set(table.prompts.filter((p) => !p.reason).map((p) => table.names[p.seat]))];
  return h("p", { class: "card waiting" }, t("Waiting for {names}.", { names: names.join(", ") }));
}

function over(table) {
  return h("div", { class: "btns" }, h("a", { class: "button go", href: "/final" }, t("Score sheet")), me().host && h("a", { class: "button", href: "/host" }, t("Next game")));
}

function others(table, seat, taps) {
  const rest = table.names.map((_, s) => s).filter((s) => s !== seat && table.sheets.some((sheet) => sheet.seat === s));
  return rest.map((s) => h("details", { class: "others", key: `others ${s}`, open: rest.length === 1 && seat === null ? true : undefined },
    h("summary", null, glyph(s), " ", table.names[s]), h("div", { class: "boards" }, sheets(table, s, taps))));
}

// ------------------------------------------------------------------------------------------------ taking a seat

function takeSeat(table) {
  const mine = me();
  const holder = (seat) => known.people.find((p) => p.seats.includes(seat));
  return h("section", { class: "card", key: "take" },
    h("h2", null, t("Take a seat")),
    mine.wants !== null && h("p", { class: "ask", role: "status" }, t("The host is asked whether you may take the seat of {name}.", { name: table.names[mine.wants] })),
    h("div", { class: "choices" }, table.names.map((name, seat) => h("button", { key: seat, onclick: () => post("/api/seat", { seat, take: true }), "data-seat": seat },
      glyph(seat), h("span", null, name), h("small", null, holder(seat) ? t("taken; ask the host") : t("free"))))),
    h("p", { class: "soft" }, t("Or just watch.")));
}

/** Devices that ask for a taken seat; the host decides. */
function requests(table) {
  if (!me().host) return null;
  return known.people.filter((p) => p.wants !== null).map((p) => h("section", { class: "card ask", role: "alert", key: `wants ${p.handle}` },
    h("p", null, t("{who} wants to take the seat of {name}.", { who: p.name || t("A new device"), name: table.names[p.wants] })),
    h("div", { class: "btns" },
      h("button", { class: "go", onclick: () => post("/api/device", { handle: p.handle, act: "allow" }), "data-act": "allow" }, t("Allow")),
      h("button", { onclick: () => post("/api/device", { handle: p.handle, act: "deny" }) }, t("No")))));
}

let myName = "";

function lobby() {
  const mine = me();
  if (mine.host) return h("div", { class: "lobby" }, h("header", { class: "who" }, h("b", null, "Table Companion"), h("span", { class: "right" }), menu()), newGame());
  const send = async (event) => {
    event.preventDefault();
    if (myName.trim() && (await post("/api/me", { name: myName }))) redraw();
  };
  return h("div", { class: "lobby" },
    h("header", { class: "who" }, h("b", null, "Table Companion"), h("span", { class: "right" }), menu()),
    h("section", { class: "card welcome" },
      mine.name ? [h("h1", null, t("Welcome, {name}.", { name: mine.name })), h("p", null, t("The host will start the game; this page then shows your seat."))]
        : [h("h1", null, t("Who are you?")), h("form", { class: "row", onsubmit: send }, h("input", { value: myName, maxlength: 20, "aria-label": t("Your name"), placeholder: t("Your name"), autocomplete: "nickname", oninput: (e) => (myName = e.target.value) }), h("button", { class: "go" }, t("OK"))), h("p", { class: "soft" }, t("The host seats you by this name."))],
      known.people.length > 1 && h("p", { class: "soft" }, t("At the table: {names}", { names: known.people.map((p) => p.name).filter(Boolean).join(", ") }))));
}

run(page);
