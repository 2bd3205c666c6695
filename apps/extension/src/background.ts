import { chromeApi } from './chrome/chrome-api.ts';
import { chromeBrowser, getInstallation } from './chrome/chrome-browser.ts';
import { answerMessage } from './extension.ts';
import { settleWanted } from './messages/ask-allowed.ts';

const chrome = chromeApi();
const browser = chromeBrowser(chrome);
const own = getInstallation(chrome);

chrome.runtime.onMessageExternal.addListener((message, sender, answer) => {
  void answerMessage(browser, own, message, sender.origin).then(answer);
  // The answer comes later.
  return true;
});

// The window may be closed by the browser's own question, so what follows from the answer happens here.
chrome.permissions.onAdded.addListener(() => {
  void settleWanted(browser);
});
