import type { ShownProduct } from '@quayside/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { Money } from '../../kit/money.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './catalogue.module.css';
import { PublicFrame } from './public-frame.tsx';

interface Shown {
  items: ShownProduct[];
  is_sandbox: boolean;
}

/**
 * The marketplace of our own catalogue, for who has a store and looks for goods: what can be sold from it, and how. Who
 * signs up from here is a marketplace user until a store is connected (rule B002).
 */
export default function StoreDropshippingPage() {
  const { t } = useTranslation('public');
  const [shown, setShown] = useState<Shown>();
  const signedIn = session().read('token') !== undefined;
  useEffect(() => {
    const stop = new AbortController();
    api('GET /public/catalogue', { signal: stop.signal }).then(setShown, () =>
      setShown({ items: [], is_sandbox: false }),
    );
    return () => stop.abort();
  }, []);
  return (
    <PublicFrame title={t('store.title')}>
      <h1 className={classes.title}>{t('store.title')}</h1>
      <p className={classes.text}>{t('store.text')}</p>
      <div className={classes.actions}>
        {signedIn ? (
          <LinkButton to="/app/find-product" size="md">
            {t('store.find')}
          </LinkButton>
        ) : (
          <LinkButton to="/signup" search={{ from: 'marketplace' }} size="md">
            {t('store.begin')}
          </LinkButton>
        )}
      </div>
      {shown?.items.length === 0 ? null : (
        <section aria-labelledby="sold">
          <h2 id="sold" className={classes.heading}>
            {t('store.sold')} {shown?.is_sandbox ? <SandboxTag /> : null}
          </h2>
          <ul className={classes.grid} aria-busy={shown === undefined || undefined}>
            {(shown?.items ?? []).map((product) => (
              <Card key={product.name} product={product} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="how">
        <h2 id="how" className={classes.heading}>
          {t('store.how')}
        </h2>
        <ol className={classes.how}>
          {(['connect', 'import', 'sell'] as const).map((step) => (
            <li key={step}>
              <h3 className={classes.name}>{t(`store.step.${step}.title`)}</h3>
              <p className={classes.quiet}>{t(`store.step.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </PublicFrame>
  );
}

function Card({ product }: { product: ShownProduct }) {
  const { t } = useTranslation('public');
  const { days } = useFormats();
  return (
    <li className={classes.card}>
      <ProductPicture src={product.image} alt="" size="fill" />
      <div className={classes.words}>
        <h3 className={classes.name}>{product.name}</h3>
        <dl className={classes.facts}>
          <dt>{t('store.cost')}</dt>
          <dd>
            <Money value={product.cost} />
          </dd>
          <dt>{t('store.suggested')}</dt>
          <dd>
            <Money value={product.suggested} />
          </dd>
          {product.days_min !== null && product.days_max !== null ? (
            <>
              <dt>{t('store.arrives')}</dt>
              <dd>{days(product.days_min, product.days_max)}</dd>
            </>
          ) : null}
        </dl>
      </div>
    </li>
  );
}
