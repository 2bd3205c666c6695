export { removeWebhook } from './actions/change-webhook.ts';
export { sendWaitingDeliveries } from './actions/deliver-notice.ts';
export { startBatching } from './batching.ts';
export { noticeHookContext } from './hook-repo.ts';
export { type Notice, notify, withdraw } from './notify.ts';
export { register } from './register.ts';
