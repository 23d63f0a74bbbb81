// Playing at the table: sends what one says until the server has it, never shows it before.
// The page itself is kept fresh by live.js, the clock by clock.js. Without this script the same forms work as plain forms.
"use strict";
(() => {
  const RETRY = 2_000;
  const main = document.querySelector("main[data-live]"), note = main.querySelector("[data-note]");
  let sending = false;
  main.classList.add("script");
  // The table announces its own events; that "this page has changed" would only be said over them.
  main.querySelector("[data-live-say]")?.setAttribute("data-changed", "");

  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const tell = (text) => { note.textContent = text; };

  // --- saying something ---

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-say]")) return;
    event.preventDefault();
    if (sending) return;
    const button = event.submitter;
    if (button.ariaDisabled === "true") tell(`${button.dataset.name ?? button.textContent.trim()}: ${button.title}`);
    else send(event.target, button);
  });

  async function send(form, button) {
    const body = new FormData(form);
    body.set(button.name, button.value);
    pending(true, button);
    const answer = await untilAnswered(form.action, body);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    pending(false, button);
    show(page.querySelector("main[data-live]"));
  }

  // The same form with the same id until there is an answer: the server counts it once.
  async function untilAnswered(address, body) {
    for (;;) {
      try {
        const answer = await fetch(address, { method: "POST", body });
        if (answer.status < 500) return answer;
      } catch { /* no network: again */ }
      tell(note.dataset.again);
      await pause(RETRY);
    }
  }

  function pending(yes, button) {
    sending = yes;
    main.classList.toggle("sending", yes);
    button.classList.toggle("pressed", yes);
    tell(yes ? note.dataset.sending : "");
  }

  function show(fresh) {
    if (!fresh) return location.reload();
    main.dispatchEvent(new CustomEvent("live:page", { detail: fresh }));
    tell(fresh.querySelector("[data-refused]")?.textContent.trim() ?? "");
    const offer = document.getElementById("n");
    if (offer && !note.textContent) offer.value = offer.defaultValue;
    main.querySelector(".sure")?.focus();
  }

  // --- the number of an offer; cards by Enter as by Space ---

  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const offer = document.getElementById("n");
    offer.value = Math.min(offer.max, Math.max(offer.min, Number(offer.value) + Number(step.dataset.step)));
  });

  main.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.name !== "card") return;
    event.preventDefault();
    event.target.click();
  });

  main.addEventListener("live:shown", () => { if (!sending) tell(""); });

  // --- single keys, only when switched on ---

  const keys = document.querySelector("[data-shortcuts]");
  keys.checked = localStorage.getItem("keys") === "on";
  keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));

  function heard(element) { // what a screen reader says of it: the name of a card, not what is painted on it
    const copy = element.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true]").forEach((painted) => painted.remove());
    return copy.textContent.trim();
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=checkbox]), select, textarea");
    if (!keys.checked || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = CSS.escape(event.key.toLowerCase());
    const read = [...main.querySelectorAll(`[data-read="${key}"]`)].map(heard);
    const call = main.querySelector(`[data-key="${key}"]`);
    if (read.length) tell(read.join(" · ").replace(/\s+/g, " "));
    else if (call) call.click();
    else if (event.key >= "1" && event.key <= "9") main.querySelectorAll(".hand :is(input, button)")[event.key - 1]?.click();
  });
})();
