import { stripe } from '@quayside/connector-stripe';
import { SECRET_KEY } from '@quayside/sandbox/stripe/api.ts';
import { DEFAULT_WEBHOOK_SECRET } from '@quayside/sandbox/stripe/events.ts';
import { paymentSuite } from './payment-suite.ts';
import { startTestSandbox } from './sandbox-control.ts';

interface Books {
  sessions: { reference: string }[];
  payments: { session: string; amount: number }[];
}

paymentSuite('stripe', async () => {
  const sandbox = await startTestSandbox(['stripe']);
  const baseUrl = `${sandbox.baseUrl}/stripe`;
  const books = () => sandbox.book<Books>('stripe');
  return {
    connector: stripe,
    sandbox,
    standIn: 'stripe',
    context: () => sandbox.context(baseUrl, { secretKey: SECRET_KEY }),
    wrongKey: () => sandbox.context(baseUrl, { secretKey: 'sk_test_wrong' }),
    calls: { create: 'POST /stripe/v1/checkout/sessions', read: 'GET /stripe/v1/checkout/sessions' },
    webhookSecret: DEFAULT_WEBHOOK_SECRET,
    listen: (address) => sandbox.tell({ 'stripe.webhook_url': address }),
    async press(session, button) {
      const page = await (await fetch(session.confirmationUrl)).text();
      const forms = [...page.matchAll(/action="([^"]+)"/g)].map((match) => match[1] ?? '');
      const wanted = button === 'pay' ? '/confirm' : '/cancel';
      const action = forms.find((path) => path.endsWith(wanted)) ?? `/stripe/pay/${session.providerRef}${wanted}`;
      const answer = await fetch(sandbox.baseUrl + action, { method: 'POST', redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    giveBack: async (session, amount) =>
      void (await sandbox.post(`/stripe/setup/refund/${session.providerRef}`, amount ? { amount } : {})),
    dispute: async (session, how) => void (await sandbox.post(`/stripe/setup/dispute/${session.providerRef}`, how)),
    decide: async (session, outcome) =>
      void (await sandbox.post(`/stripe/setup/decide/${session.providerRef}`, { outcome })),
    async makeForeign(reference) {
      const form = new URLSearchParams({
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '5000',
        'line_items[0][price_data][product_data][name]': 'Something else',
        success_url: 'https://example.com/',
        client_reference_id: reference,
        'metadata[account]': 'a-1',
      });
      const headers = { authorization: `Bearer ${SECRET_KEY}` };
      const answer = await fetch(`${baseUrl}/v1/checkout/sessions`, { method: 'POST', headers, body: form });
      return ((await answer.json()) as { id: string }).id;
    },
    pageSize: 100,
    lifeMs: 25 * 3_600_000,
    checkoutsInBooks: async (reference) =>
      (await books()).sessions.filter((session) => session.reference === reference).length,
    paidInBooks: async (ref) => (await books()).payments.filter((row) => row.session === ref).map((row) => row.amount),
  };
});
