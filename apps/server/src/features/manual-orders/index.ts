export { createExchange, type ExchangeLine } from './actions/create-exchange.ts';
export type { ManualOrderPorts, OrderVariant } from './ports.ts';
export { register } from './register.ts';
