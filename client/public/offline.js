// Comes back to the page by itself when the server answers again. Speaks the language that the reader chose, else the
// browser's.

const EVERY = 3000;

function chosen() {
  try {
    return localStorage.getItem('texcoco.lang');
  } catch {
    return null;
  }
}

const wanted = [chosen() ?? '', ...navigator.languages].map((name) => name.slice(0, 2).toLowerCase());
const lang = wanted.find((name) => name === 'en' || name === 'fr') ?? 'en';
document.documentElement.lang = lang;
for (const each of document.querySelectorAll('main [lang]')) each.hidden = each.lang !== lang;

async function look() {
  try {
    const answer = await fetch('/api/v1/health', { cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch {
    // still nothing
  }
}

setInterval(look, EVERY);
addEventListener('online', look);
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
