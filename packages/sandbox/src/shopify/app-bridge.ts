/**
 * A small stand-in of Shopify's App Bridge script: as strict about its place in the page as the real one, with the config
 * it shows and the session token it fetches from the admin around the frame.
 */
export const APP_BRIDGE = `(() => {
  const me = document.currentScript;
  const wrong = !me || me.async || me.defer || me.type === 'module' || document.querySelector('script') !== me;
  if (wrong) throw new Error('App Bridge must be the first script of the page, without async, defer or type=module.');
  const apiKey = document.querySelector('meta[name="shopify-api-key"]')?.content;
  if (!apiKey) throw new Error('App Bridge needs the meta tag shopify-api-key.');
  const admin = new URL(me.src).origin;
  const query = new URLSearchParams(location.search);
  const waiting = new Map();
  let asked = 0;
  addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== admin || event.data?.bridge !== 'admin') return;
    const settle = waiting.get(event.data.id);
    waiting.delete(event.data.id);
    settle?.(event.data.value);
  });
  const ask = (call) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      parent.postMessage({ bridge: 'app', id: asked, call }, admin);
    });
  window.shopify = {
    config: { apiKey, shop: query.get('shop'), host: query.get('host'), locale: query.get('locale') ?? 'en' },
    idToken: () => ask('idToken'),
  };
})();
`;
