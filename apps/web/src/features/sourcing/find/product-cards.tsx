import type { Collection, SourceCard } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import type { CardsProps } from '../../../kit/list-page.tsx';
import type { ListView } from '../../../kit/use-list-view.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { importKey } from '../import-state.ts';
import { CardGrid } from './card-grid.tsx';
import { ProductCard } from './product-card.tsx';

interface Props extends CardsProps<SourceCard> {
  view: Pick<ListView<SourceCard>, 'list' | 'openId'>;
  shipTo: string;
  collection: Collection | undefined;
}

/** The found products as a grid of cards. */
export function ProductCards({ view, shipTo, collection, ...props }: Props) {
  const { t } = useTranslation('sourcing');
  const mobile = useIsMobile();
  const { list, openId } = view;
  return (
    <CardGrid
      rows={props.rows}
      id={importKey}
      label={t('title')}
      activeId={props.activeId}
      openId={openId}
      isLoading={list.isLoading}
      isStale={list.isStale}
      hasMore={list.hasMore}
      loadMore={list.loadMore}
      card={(row) => {
        const key = importKey(row);
        return (
          <ProductCard
            product={row}
            shipTo={shipTo}
            chosen={props.isChosen(key)}
            choosing={props.choosing}
            touch={mobile}
            open={key === openId}
            besidePanel={openId !== undefined}
            collection={collection}
            onToggle={props.onChoose}
          />
        );
      }}
    />
  );
}
