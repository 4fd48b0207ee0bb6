// Small windows over the page: a choice, or anything a page wants to draw there.

import { h, draw } from "./dom.js";
import { t } from "./base.js";
import { sign } from "./looks.js";

let drawInside = null;

function box() {
  return document.getElementById("dialog");
}

/** Open the window with what the function draws; it is drawn again with the page. */
export function show(title, inside) {
  drawInside = () => draw(box(),
    h("div", { class: "row head" }, h("h2", null, title), h("button", { class: "icon right", onclick: hide, "aria-label": t("Close") }, sign("close"))),
    inside());
  drawInside();
  if (!box().open) box().showModal();
  box().onclose = () => (drawInside = null);
  box().onclick = (event) => event.target === box() && hide();
}

export function hide() {
  box().close();
}

/** Draw the open window again, if there is one. */
export function refresh() {
  if (drawInside && box().open) drawInside();
}

/** Ask for one of several, each with a label and perhaps a detail; the answer is its index, or null. */
export function choose(title, offers, more = "") {
  return new Promise((done) => {
    let answer = null;
    const pick = (i) => {
      answer = i;
      hide();
    };
    show(title, () => h("div", { class: "btns one" }, more && h("p", { class: "why" }, more), offers.map(({ label, detail }, i) => h("button", { key: i, class: i === 0 ? "go" : "", onclick: () => pick(i) }, h("span", null, label), detail && h("small", null, detail)))));
    box().addEventListener("close", () => done(answer), { once: true });
  });
}
