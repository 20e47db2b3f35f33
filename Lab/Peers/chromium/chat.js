// The chat of `luge drive` in a browser: all rows in the document, in sections of 50 that are skipped
// while they are out of view. What is logged becomes the protocol's lines.
"use strict";
const list = document.getElementById("list");
const say = (line) => console.log(line);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function build() {
  let section;
  MESSAGES.forEach((message, index) => {
    if (index % 50 === 0) section = list.appendChild(document.createElement("section"));
    const row = section.appendChild(document.createElement("div"));
    row.className = message.direction === "out" ? "row out" : "row";
    if (message.mediaItems && message.mediaItems.length) {
      for (const name of message.mediaItems) {
        const image = row.appendChild(document.createElement("img"));
        image.loading = "lazy";
        image.decoding = "async";
        image.src = "media/" + name;
      }
    } else {
      row.appendChild(document.createElement("p")).textContent = message.message || "";
    }
  });
}

// The step functions of script.h.
function makeScript(kind, now) {
  return { kind, start: now, last: now, begun: now, step: 0, done: 0, distance: 0,
    segment: kind === "W1" ? -1 : 0, inSegment: kind !== "W1", goesOn: true };
}
function step(s, now, rest) {
  const dt = Math.max(0, now - s.last);
  s.last = now;
  if (s.kind === "W1") {
    if (!s.inSegment) {
      if (now < s.begun) return 0;
      s.distance = 100 + 30 * s.step++;
      s.done = 0;
      s.begun = now;
      s.segment++;
      s.inSegment = true;
      return 0;
    }
    const part = Math.min(1, (now - s.begun) / 0.3);
    const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
    const move = eased * s.distance - s.done;
    s.done += move;
    if (part >= 1) {
      s.inSegment = false;
      s.begun += 0.4;
      s.goesOn = rest - move > 2 && now - s.start <= 60;
    }
    return move;
  }
  if (s.kind === "W4") {
    const move = Math.min(3000 * dt, 3000 - s.done);
    const direction = s.step % 2 === 0 ? 1 : -1;
    s.done += move;
    if (s.done >= 3000 - 1e-6) { s.done = 0; s.step++; }
    s.goesOn = s.step < 10;
    return direction * move;
  }
  s.goesOn = now - s.start < (s.kind === "W2" ? 10 : 5);
  return (s.kind === "W2" ? 2000 : 20000) * dt;
}

async function run(name) {
  list.scrollTop = 0;
  await sleep(900);
  const frames = [], segments = [];
  say("@BEGIN " + name);
  const script = makeScript(name, performance.now() / 1000);
  // Positions are rounded by the browser; what is left over goes into the next step.
  let position = list.scrollTop;
  await new Promise((done) => {
    const tick = () => {
      const now = performance.now() / 1000;
      const most = list.scrollHeight - list.clientHeight;
      position = Math.min(most, Math.max(0, position + step(script, now, most - list.scrollTop)));
      list.scrollTop = position;
      if (script.inSegment) {
        frames.push(((now - script.start) * 1000).toFixed(2));
        segments.push(script.segment);
      }
      script.goesOn ? requestAnimationFrame(tick) : done();
    };
    requestAnimationFrame(tick);
  });
  say("@END " + name);
  say(`@DATA ${name} {"frames":[${frames}],"segs":[${segments}]}`);
  await sleep(120);
}

build();
requestAnimationFrame(() => requestAnimationFrame(async () => {
  say("@FIRST " + (performance.timeOrigin + performance.now()).toFixed(1));
  await sleep(1500);
  say("@MEM open");
  await sleep(800);
  for (const name of WORKLOADS) await run(name);
  say("@MEM scroll");
  await sleep(700);
  say("@DONE");
}));
