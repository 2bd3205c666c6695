import { chromeApi } from '../chrome/chrome-api.ts';
import { chromeBrowser, getInstallation } from '../chrome/chrome-browser.ts';
import { settleWanted } from '../messages/ask-allowed.ts';
import { dismissOrder, savedOrders } from '../messages/fulfil-order.ts';
import { createQuaysideClient } from '../quayside/ask-quayside.ts';
import { savePage } from '../quayside/save-page.ts';
import { whoIsThere } from '../quayside/who-is-there.ts';
import { STORAGE_KEYS } from '../storage.ts';
import { drawConnection } from './connection-part.ts';
import { draw } from './draw.ts';
import { drawOrders } from './orders-part.ts';
import { pageInFront } from './page-in-front.ts';
import { drawPage } from './page-part.ts';
import { loadTexts } from './texts.ts';
import { drawWanted } from './wanted-part.ts';

const chrome = chromeApi();
const browser = chromeBrowser(chrome);
const own = getInstallation(chrome);
const ask = createQuaysideClient(own);

const load = async (path: string): Promise<unknown> => (await fetch(chrome.runtime.getURL(path))).json();

/** Find products with the words already written in. */
const findAddress = (title: string): string =>
  `${own.origins[0]}/app/find-product?${new URLSearchParams({ q: title.slice(0, 100) })}`;

async function show(): Promise<void> {
  const texts = await loadTexts(load, (await STORAGE_KEYS.language.read(browser)) ?? chrome.i18n.getUILanguage());
  document.documentElement.lang = texts.language;
  document.documentElement.dir = texts.direction;
  // What is kept here stands at once; who is signed in is asked meanwhile.
  const asked = whoIsThere(browser, ask);
  const [page, wanted] = await Promise.all([pageInFront(chrome, browser.now()), settleWanted(browser)]);
  const connection = await asked;
  // A session that has ended takes its orders along, so they are read after that is known. Without a session they stay hidden:
  // someone else may be at the computer now.
  const orders = connection.state === 'signed_out' ? [] : await savedOrders(browser);
  const pages = await STORAGE_KEYS.pages.read(browser);
  const allow = (origin: string): Promise<boolean> => chrome.permissions.request({ origins: [`${origin}/*`] });
  const parts = [
    drawConnection(texts, own, connection),
    ...drawWanted(texts, wanted, allow),
    drawPage(texts, page, (one) => savePage(browser, ask, one), findAddress),
    drawOrders(texts, orders, (orderId) => dismissOrder(browser, orderId)),
    pages.length > 0 ? draw('p', { class: 'small foot' }, texts.say('waiting', { count: String(pages.length) })) : null,
  ];
  document.querySelector('#popup')?.replaceChildren(...parts.filter((part) => part !== null));
}

void show();
