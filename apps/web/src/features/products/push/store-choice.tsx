import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import type { LinkedStore } from '../../../lib/account.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PlatformMark } from '../mark.tsx';
import classes from './push-drawer.module.css';
import type { PushProduct } from './push-product.ts';
import { canTake, getObstacle } from './push-request.ts';

interface Props {
  stores: readonly LinkedStore[];
  products: readonly Pick<PushProduct, 'is_sandbox'>[];
  chosen: readonly string[];
  onChange(ids: string[]): void;
}

/** The stores of the workspace, several at once; one that cannot take the products says why. */
export function StoreChoice({ stores, products, chosen, onChange }: Props) {
  const { t } = useTranslation('products');
  return (
    <ul className={classes.stores}>
      {stores.map((store) => {
        const obstacle = getObstacle(store, products);
        const able = canTake(store, products);
        const on = able && chosen.includes(store.id);
        const name = store.store_name || store.platform_domain;
        return (
          <li key={store.id}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside is named; the label only makes it larger to the hand */}
            <label className={classes.store} data-off={!able || undefined} data-on={on || undefined}>
              <Checkbox
                aria-label={name}
                checked={on}
                disabled={!able}
                onChange={() =>
                  onChange(
                    on ? chosen.filter((id) => id !== store.id) : [...chosen.filter((id) => id !== store.id), store.id],
                  )
                }
              />
              <PlatformMark platform={store.platform} />
              <span className={classes.storeWords}>
                <span className={classes.storeName}>{name}</span>
                <span className={classes.note}>
                  {obstacle ? (
                    t(`push.store.${obstacle}`)
                  ) : (
                    <span className={classes.address}>
                      <span dir="ltr">{store.platform_domain}</span>
                      <span>· {store.currency}</span>
                    </span>
                  )}
                </span>
              </span>
              {store.is_sandbox ? <SandboxTag /> : null}
            </label>
          </li>
        );
      })}
    </ul>
  );
}
