// A short walk through the page in Firefox, driven over WebDriver BiDi: every screen, and a turn of each game. Whatever
// the page complains about is printed, and makes it fail. tests/browser/test_firefox.py starts it:
//   node smoke/firefox.mjs http://127.0.0.1:8080 /usr/bin/firefox-esr

import puppeteer from 'puppeteer-core';

const [site, program] = process.argv.slice(2);
const PATIENCE = 30_000;
const complaints = [];

const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: program,
  headless: true,
  defaultViewport: { width: 1280, height: 800 },
  extraPrefsFirefox: { 'intl.accept_languages': 'en', 'ui.prefersReducedMotion': 1 },
});

/** A new page, and what it complains about. */
async function open(path) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${path}: ${message.text()}`);
  });
  await page.goto(site + path, { waitUntil: 'domcontentloaded' });
  return page;
}

/** Opens a table against a bot in the name of the browser, and starts the game. */
async function openTable(page, game, seats) {
  return page.evaluate(
    async (game, seats) => {
      const post = (path, body) =>
        fetch(`/api/v1/tables${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then((answer) => answer.json());
      const plan = [{ kind: 'me' }, ...Array.from({ length: seats - 1 }, () => ({ kind: 'bot', bot: 'random' }))];
      const options = game === 'azteco' ? {} : { first: '0' };
      const { table } = await post('', { game, seats: plan, name: 'Ana', options });
      await post(`/${table}/commands`, { id: 'start', do: 'start' });
      return table;
    },
    game,
    seats,
  );
}

const press = (page, selector) => page.locator(selector).click();

/** The first thing that each game asks for. */
const TURNS = {
  mexica: async (page) => {
    await press(page, '[data-space][data-legal]');
    await press(page, '[data-action="confirm"]');
    await press(page, '[data-action="end"]');
    await press(page, '[data-action="confirm"]');
  },
  yucatan: async (page) => {
    await press(page, '[data-space][data-lit]');
    await press(page, '[data-action="confirm"]');
  },
  azteco: async (page) => {
    await press(page, '[data-action="truth"]');
    await press(page, '[data-action="confirm"]');
  },
};

/** How many lines the log of a table has by now. */
const linesOf = (page, table) =>
  page.evaluate(
    (table) =>
      fetch(`/api/v1/tables/${table}`)
        .then((answer) => answer.json())
        .then(({ states }) => states[0].lines),
    table,
  );

async function walk() {
  const home = await open('/');
  await home.waitForSelector('[data-play="azteco"]');
  for (const path of ['/new/mexica', '/rules/yucatan', '/learn/azteco', '/nowhere']) {
    const page = await open(path);
    await page.waitForSelector('main h1, main h2, [data-coach]');
    await page.close();
  }
  for (const [game, turn] of Object.entries(TURNS)) {
    const table = await openTable(home, game, game === 'azteco' ? 3 : 2);
    const page = await open(`/t/${table}`);
    await page.waitForSelector('[data-prompt]');
    const before = await linesOf(page, table);
    await turn(page);
    for (let tries = 0; (await linesOf(page, table)) <= before; tries++) {
      if (tries > 100) throw new Error(`${game}: nothing was played`);
      await new Promise((done) => setTimeout(done, 100));
    }
    await page.goto(`${site}/t/${table}/0`);
    await page.waitForSelector('[data-timeline="copy"]');
    await page.close();
    console.log(`${game}: a turn was played`);
  }
}

try {
  await walk();
} catch (error) {
  complaints.push(String(error.stack ?? error));
} finally {
  await browser.close();
}
for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length ? 1 : 0);
