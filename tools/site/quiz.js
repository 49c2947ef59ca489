/** The quiz of the site: each row of a table is an answer, and the score is a link. */

/** `#quiz=10111`: which of the questions were answered right. */
const LINK = /^#quiz=([01]+)$/;

function scoreOf(marks) {
  const right = [...marks].filter((mark) => mark === "1").length;
  return `${right} of ${marks.length}`;
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** The tables and answers of the page, in their order. */
function questions() {
  return [...document.querySelectorAll("main details")]
    .filter((details) => details.querySelector("strong") !== null)
    .map((details) => {
      const before = details.previousElementSibling;
      return { details, table: before.querySelector("table"), evicted: podIn(details) };
    });
}

function podIn(details) {
  return details.querySelector("strong").textContent.trim();
}

/** Makes the pods buttons; `answered` gets whether the first choice is right. */
function ask({ details, table, evicted }, answered) {
  details.hidden = true;
  const rows = [...table.querySelectorAll("tbody tr")];
  const choose = (chosen) => {
    for (const row of rows) {
      const [cell] = row.cells;
      const name = cell.textContent;
      cell.textContent = name;
      if (name === evicted) row.className = "evicted";
      else if (row === chosen) row.className = "wrong";
      if (name === evicted) cell.append(element("small", "", "is evicted"));
      else if (row === chosen) cell.append(element("small", "", "your answer"));
    }
    details.hidden = false;
    details.open = true;
    answered(chosen.cells[0].firstChild.textContent === evicted);
  };
  for (const row of rows) {
    const [cell] = row.cells;
    const button = element("button", "", cell.textContent);
    button.type = "button";
    button.addEventListener("click", () => choose(row));
    cell.replaceChildren(button);
  }
}

function showScore(place, marks) {
  const link = new URL(`#quiz=${marks}`, location.href).href;
  const text = element("p", "", `You have ${scoreOf(marks)}. `);
  const copy = element("button", "copy", "Copy a link to this score");
  copy.type = "button";
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
      copy.textContent = "Copied";
    } catch {
      copy.replaceWith(element("code", "", link));
    }
  });
  text.append(copy);
  place.replaceChildren(text);
}

function start() {
  const all = questions();
  const place = element("div", "score", "");
  place.setAttribute("role", "status");
  const shared = LINK.exec(location.hash)?.[1];
  if (shared?.length === all.length) {
    const words = `The sender of this link has ${scoreOf(shared)}. How many do you have?`;
    document.querySelector("main h1").after(element("p", "score", words));
  }
  all.at(-1).details.after(place);
  const marks = all.map(() => null);
  for (const [index, one] of all.entries()) {
    ask(one, (isRight) => {
      marks[index] = isRight ? "1" : "0";
      if (!marks.includes(null)) showScore(place, marks.join(""));
    });
  }
}

start();
