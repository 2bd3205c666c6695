import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './specifications.module.css';

/** So many stand before the rest is asked for. Source: rule B184. */
const SHOWN = 6;

/** What the supplier says of the goods, as pairs. */
export function Specifications({ items }: { items: readonly { name: string; value: string }[] }) {
  const { t } = useTranslation('sourcing');
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, SHOWN);
  return (
    <>
      <dl className={classes.list}>
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a supplier may name a pair twice
          <div key={`${item.name}-${index}`} className={classes.pair}>
            <dt>
              <bdi>{item.name}</bdi>
            </dt>
            <dd>
              <bdi>{item.value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {items.length > SHOWN && !all ? (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {t('detail.allSpecifications')}
        </button>
      ) : null}
    </>
  );
}
