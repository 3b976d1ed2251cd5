// Finds names in INDEX (index.js) while somebody types. "/" begins, arrow keys choose, Enter goes there.
"use strict";
const field = document.getElementById("search");
const list = document.getElementById("found");
const most = 30;

// How well a name fits, lower is better; Infinity for not at all.
function distance(name, words) {
  const text = name.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const place = text.indexOf(word);
    if (place < 0) return Infinity;
    sum += place === 0 ? 0 : 10 + place;
  }
  return sum + text.length / 100;
}

field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/[\s.]+/).filter(Boolean);
  list.replaceChildren();
  if (words.length === 0) return;
  const found = [];
  for (const [title, href, around] of INDEX) {
    const rank = Math.min(distance(title, words), 50 + distance(around + "." + title, words));
    if (rank < Infinity) found.push([rank, title, href, around]);
  }
  found.sort((one, other) => one[0] - other[0]);
  for (const [, title, href, around] of found.slice(0, most)) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = title;
    const place = document.createElement("small");
    place.textContent = around;
    link.append(place);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  if (found.length === 0) list.textContent = "nothing of that name";
});

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
  const links = [...list.querySelectorAll("a")];
  if (links.length === 0) return;
  const place = links.indexOf(document.activeElement);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const next = event.key === "ArrowDown" ? Math.min(place + 1, links.length - 1) : place - 1;
    if (next < 0) field.focus(); else links[next].focus();
  } else if (event.key === "Enter" && document.activeElement === field) {
    links[0].click();
  } else if (event.key === "Escape") {
    field.value = "";
    list.replaceChildren();
    field.focus();
  }
});
