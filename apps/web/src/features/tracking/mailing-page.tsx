import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LanguagePicker } from '../../kit/language-picker.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import classes from './public-page.module.css';

type Mailing = CallData<'POST /open-api/shopper-mails'>;

/** Where a shopper unsubscribes from a shop's emails. Opening it changes nothing: mail scanners open links, too. */
export default function ShopperMailingPage() {
  const { t } = useTranslation('tracking');
  const { token } = useParams({ from: '/parcel-mails/$token' });
  const [mailing, setMailing] = useState<Mailing>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = t('mailing.title');
    const stop = new AbortController();
    api('GET /open-api/shopper-mails/{token}', { params: { token }, signal: stop.signal }).then(setMailing, (error) => {
      if (!stop.signal.aborted) setFailure(errorText(error));
    });
    return () => stop.abort();
  }, [token, t]);

  async function change(mails: boolean): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setMailing(await api('POST /open-api/shopper-mails', { body: { token, mails }, quiet: true }));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const color = mailing?.brand?.color;
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <header
          className={classes.head}
          style={color ? { borderBlockStart: `4px solid ${color}`, paddingBlockStart: 16 } : undefined}
        >
          {mailing?.brand?.logo_url ? (
            <img className={classes.logo} src={mailing.brand.logo_url} alt="" referrerPolicy="no-referrer" />
          ) : null}
          {mailing ? (
            <p className={classes.store}>
              <bdi>{mailing.shop_name}</bdi>
            </p>
          ) : null}
          <h1 className={classes.title}>{t(failure && !mailing ? 'mailing.bad' : 'mailing.title')}</h1>
        </header>
        <section className={classes.card}>
          {mailing ? (
            <p role="status">{t(mailing.mails ? 'mailing.on' : 'mailing.off', { shop: mailing.shop_name })}</p>
          ) : failure ? null : (
            <SkeletonBox width="100%" height={80} />
          )}
          <Failure text={failure} />
          {mailing ? (
            <div>
              <Button
                variant={mailing.mails ? 'filled' : 'default'}
                loading={busy}
                onClick={() => void change(!mailing.mails)}
              >
                {t(mailing.mails ? 'mailing.stop' : 'mailing.again')}
              </Button>
            </div>
          ) : null}
        </section>
      </main>
      <footer className={classes.foot}>
        <LanguagePicker />
      </footer>
    </div>
  );
}
