// The payment providers that fill wallets, one line each. The first one that is set up is suggested.
export { stripe } from '@quayside/connector-stripe';
