export { removeWebhook } from './actions/change-webhook.ts';
export { sendWaitingDeliveries } from './actions/deliver-notification.ts';
export { startBatching } from './batching.ts';
export { type NotificationEvent, notify, withdrawNotification } from './notify.ts';
export { register } from './register.ts';
export { webhookSecretContext } from './webhook-repo.ts';
