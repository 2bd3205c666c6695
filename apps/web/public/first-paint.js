// Runs before the first paint: sets language, direction and colour scheme so that nothing flips afterwards.
(() => {
  var root = document.documentElement;
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch (_) {
      return null;
    }
  }
  var language = read('quayside.language') || 'en';
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  var scheme = read('mantine-color-scheme-value') || 'auto';
  if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.setAttribute('data-mantine-color-scheme', scheme);
  if (read('quayside.nav') === 'narrow') root.dataset.nav = 'narrow';
  if (read('quayside.rows') === 'compact') root.dataset.rows = 'compact';
  // Which frame is drawn until the app runs (theme/boot-frame.css); a page inside another site has none.
  if (document.querySelector('meta[name="quayside-mode"]')) root.dataset.frame = 'none';
  else root.dataset.frame = /^\/app(\/|$)/.test(location.pathname) ? 'app' : 'page';
  // The server names the English texts of the screen; other languages have files of their own.
  var texts = document.currentScript?.dataset.texts;
  if (texts && language === 'en')
    texts.split(' ').forEach((href) => {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    });
  // The first formatter of a page loads locale data for tens of milliseconds: after the first paint, while the app is downloaded.
  requestAnimationFrame(() =>
    setTimeout(() => {
      // Without a language: a malformed one in storage would throw.
      new Intl.NumberFormat();
      new Intl.DateTimeFormat();
    }),
  );
})();
