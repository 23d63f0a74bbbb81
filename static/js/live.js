// Keeps a page up to date while one watches it: hears *that* its topic changed, fetches the page again, and puts all
// its parts (data-live-part) in place of the old ones at once. Without a stream it asks every 10 s.
"use strict";
(() => {
  const POLL = 10_000, STALE = 15_000, GAP = 400, SAY_GAP = 30_000;
  const main = document.querySelector("main[data-live]");
  if (!main) return;
  const mark = main.querySelector("[data-live-mark]"), voice = main.querySelector("[data-live-say]");
  let source, heard = Date.now(), streamed = heard, fetched = 0, said = 0, fetching = false, again = false;

  const say = (what) => { if (voice) voice.textContent = voice.dataset[what]; };

  function contact() {
    heard = Date.now();
    // In the time zone of all other times on the page, wherever the reader is.
    const time = new Date(heard).toLocaleTimeString("en-GB", { timeZone: mark?.dataset.zone });
    mark?.querySelectorAll("time").forEach((element) => { element.textContent = time; });
    if (main.classList.contains("stale")) say("back");
    main.classList.remove("stale");
  }

  function watchClock() {
    if (document.hidden || Date.now() - heard <= STALE || main.classList.contains("stale")) return;
    main.classList.add("stale");
    say("stale");
  }

  function listen() {
    source?.close();
    source = new EventSource(`/live/${main.dataset.live}/`);
    for (const name of ["hello", "changed", "alive"]) source.addEventListener(name, hear);
    source.addEventListener("error", () => { streamed = 0; }); // refused or cut: from now on poll, until it speaks again
  }

  function hear(message) {
    streamed = Date.now();
    // A stream that says "changed" shows that the page is old: it counts as contact only once the page is new.
    if (message.data === main.dataset.number) contact();
    else refresh();
  }

  async function refresh() {
    again = true;
    if (fetching) return;
    fetching = true;
    while (again) {
      // Many phones hear of a change at once: each asks at a moment of its own, and not again before GAP is over.
      await new Promise((done) => setTimeout(done, Math.max(Math.random() * 150, fetched + GAP - Date.now())));
      again = false;
      fetched = Date.now();
      await load().catch(() => {});
    }
    fetching = false;
  }

  async function load() {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main[data-live]");
    if (!fresh) return;
    contact();
    if (fresh.dataset.number === main.dataset.number) return;
    show(fresh);
  }

  function show(fresh) {
    if (Number(fresh.dataset.number) < Number(main.dataset.number)) return; // overtaken on its way
    for (const part of main.querySelectorAll("[data-live-part]")) {
      const next = fresh.querySelector(`[data-live-part="${part.dataset.livePart}"]`);
      if (next) morph(part, next);
    }
    main.dataset.number = fresh.dataset.number;
    main.dispatchEvent(new CustomEvent("live:shown"));
    if (Date.now() - said > SAY_GAP) { said = Date.now(); say("changed"); }
  }

  // Changes only what differs, so that focus, scrolling and what somebody opened or typed stay.
  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== 1 || old.tagName !== fresh.tagName || old.id !== fresh.id) {
      old.replaceWith(document.importNode(fresh, true));
      return;
    }
    attributes(old, fresh);
    const nodes = [...old.childNodes], next = [...fresh.childNodes];
    next.forEach((node, n) => (nodes[n] ? morph(nodes[n], node) : old.append(document.importNode(node, true))));
    nodes.slice(next.length).forEach((node) => node.remove());
  }

  function attributes(old, fresh) {
    const kept = old.tagName === "DETAILS" ? "open" : "";
    for (const { name } of [...old.attributes]) {
      if (name !== kept && !fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (name !== kept && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
  }

  function poll() {
    if (document.hidden || Date.now() - streamed < POLL + 1_000) return;
    if (source?.readyState === EventSource.CLOSED) listen();
    refresh();
  }

  // A browser opens only a few streams to one server: a page that nobody sees gives its own back.
  function onVisibility() {
    if (document.hidden) source?.close();
    else { listen(); if (Date.now() - heard > POLL) refresh(); }
  }

  // A page that came as the answer to something done here.
  main.addEventListener("live:page", (event) => { contact(); show(event.detail); });
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) onVisibility(); });
  setInterval(watchClock, 1_000);
  setInterval(poll, POLL);
  if (!document.hidden) listen();
})();
