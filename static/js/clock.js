// Counts the turn's clock down from what the server said was left; warns whose turn it is, and at zero calls time.
"use strict";
(() => {
  const HURRY = 10;
  const main = document.querySelector("main[data-live]"), note = main.querySelector("[data-note]");
  let clock = {};

  function read() {
    const element = main.querySelector("[data-seconds]");
    if (element?.dataset.number === clock.number) return;
    clock = element ? { number: element.dataset.number, end: Date.now() + 1_000 * element.dataset.seconds } : {};
  }

  function tick() {
    const element = main.querySelector("[data-seconds]");
    if (!element || !clock.end) return;
    const left = Math.max(0, Math.ceil((clock.end - Date.now()) / 1_000));
    element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    element.classList.toggle("hurry", left <= HURRY);
    if (left <= HURRY && element.classList.contains("mine") && !clock.warned) warn();
    if (left === 0 && note) callTime();
  }

  function warn() {
    clock.warned = true;
    note.textContent = note.dataset.hurry;
    navigator.vibrate?.(200);
    beep();
  }

  function beep() {
    try {
      const audio = new AudioContext(), tone = audio.createOscillator();
      tone.connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + 0.15);
      tone.onended = () => audio.close();
    } catch { /* no sound here: the text and the vibration remain */ }
  }

  // Any seat may: the server looks at its own clock and makes the least committing move, or does nothing.
  function callTime() {
    if (Date.now() < (clock.called ?? 0) + 1_000) return;
    clock.called = Date.now();
    const token = main.querySelector("[name=csrfmiddlewaretoken]")?.value;
    fetch(`/api/v1${location.pathname}clock/`, { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => {});
  }

  main.addEventListener("live:shown", read);
  setInterval(tick, 250);
  read();
})();
