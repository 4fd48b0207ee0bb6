// The door of the hub: type the code of the evening.

import { h, draw } from "./dom.js";
import { boot, look, t } from "./base.js";
import { send } from "./hub.js";

let code = "";
let busy = false;

async function enter(event) {
  event.preventDefault();
  busy = true;
  page();
  if (await send("/api/join", { code })) return location.replace("/");
  busy = false;
  page();
}

function page() {
  draw(document.getElementById("main"), h("form", { class: "door", onsubmit: enter },
    h("h1", null, t("Game night")),
    h("label", { for: "code" }, t("Type the code of the evening; the organiser has it.")),
    h("input", { id: "code", class: "code", value: code, maxlength: 16, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: "K7F 2QD", oninput: (e) => (code = e.target.value) }),
    boot.problem && h("p", { class: "problem", role: "alert" }, boot.problem),
    h("button", { class: "go wide", disabled: busy }, t("Look in"))));
}

look();
page();
document.getElementById("code").focus();
