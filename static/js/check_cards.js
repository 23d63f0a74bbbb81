// Checks in the browser that the cards one was dealt are those that the server had published sealed (docs/dealing.md).
"use strict";
(() => {
  const box = document.querySelector("[data-check-cards]");
  if (!box) return;
  const said = box.querySelector("[role=status]"), text = new TextEncoder(), words = JSON.parse(box.dataset.words);
  const SEEN = `commitments ${location.pathname}`;
  box.hidden = false;

  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  // SHA-256 over, for each part, its length as four bytes and the part.
  async function hash(...parts) {
    const framed = parts.flatMap((part) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, part.length);
      return [length, part];
    });
    const all = new Uint8Array(await new Blob(framed).arrayBuffer());
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const leaf = ({ position, card, salt }) =>
    hash(text.encode("mus-leaf-1"), text.encode(position), text.encode(card), bytes(salt));

  // What was promised for each shuffle, as this browser saw it before the shuffle.
  const seen = () => JSON.parse(sessionStorage.getItem(SEEN) ?? "{}");

  function keepPromise() {
    const promise = document.querySelector("[data-commitment]");
    if (!promise) return;
    const kept = seen();
    kept[promise.dataset.commitment] ??= promise.textContent.trim();
    sessionStorage.setItem(SEEN, JSON.stringify(kept));
  }

  const named = (card) => words.card.replace("{0}", words[card[0]]).replace("{1}", words[card[1]]);

  async function check() {
    const next = document.querySelector("[data-commitment]");
    const number = next ? Number(next.dataset.commitment) - 1 : 0;
    if (!number) return ["undealt", []];
    const answer = await fetch(box.dataset.checkCards.replace("/0/", `/${number}/`), { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    return verdict(await answer.json(), number);
  }

  async function verdict(proof, number) {
    const wrong = [];
    for (const card of proof.yours) if ((await leaf(card)) !== proof.leaves[card.position]) wrong.push(card.card);
    const root = await hash(text.encode("mus-root-1"), ...proof.leaves.map(bytes));
    if (wrong.length || root !== proof.root) return ["bad", wrong];
    const promised = seen()[number];
    if (promised && promised !== proof.commitment) return ["commitmentBad", []];
    return ["good", proof.yours.map(({ card }) => card)];
  }

  box.querySelector("button").addEventListener("click", async () => {
    if (!window.crypto?.subtle) { said.textContent = said.dataset.unable; return; }
    const [outcome, cards] = await check().catch(() => ["failed", []]);
    said.textContent = said.dataset[outcome].replace("{cards}", cards.map(named).join(", "));
  });
  document.querySelector("main").addEventListener("live:shown", keepPromise);
  keepPromise();
})();
