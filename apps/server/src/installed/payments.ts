// Available payment providers, one line each. The first configured one is the default.
export { stripe } from '@quayside/connector-stripe';
