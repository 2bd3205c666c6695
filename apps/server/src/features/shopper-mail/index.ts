export { type ParcelChange, planMails } from './actions/plan-mails.ts';
export { planReturnMail } from './actions/plan-return-mail.ts';
export { queueOpenMails } from './actions/queue-mails.ts';
export { returnLetterFrame } from './actions/send-shopper-mail.ts';
export { writeReturnLetter } from './actions/write-return-letter.ts';
export { eraseShopperMails, mailsOfReturns } from './mail-repo.ts';
export type { MailedReturn, ShopperMailPorts } from './ports.ts';
export { register } from './register.ts';
export { shopperKeyContext } from './setting-repo.ts';
