import { ActionIcon } from '@mantine/core';
import { ExternalLink, Search as SearchIcon, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { isolated } from '../../products/index.ts';
import classes from './saved.module.css';
import type { SavedPage } from './saved-queries.ts';
import { searchFor } from './search-for.ts';
import { useRemovePage } from './use-remove-page.ts';

interface Props {
  page: SavedPage;
  /** Somebody goes from here to the suppliers. */
  onFind?(): void;
}

/** One saved page: what it shows, and the way from it to the suppliers. */
export function SavedCard({ page, onFind }: Props) {
  const { t } = useTranslation('saved');
  const { day, dateTime } = useFormats();
  const { may } = useMay();
  const remove = useRemovePage();
  const name = isolated(page.title);
  return (
    <article className={classes.card} aria-label={page.title}>
      <ProductPicture src={page.picture_url} alt="" size={56} />
      <div className={classes.words}>
        <h3 className={classes.title} dir="auto" title={page.title}>
          {page.title}
        </h3>
        <p className={classes.facts}>
          {page.price ? (
            <>
              <Money value={page.price} strong />
              <span aria-hidden="true">·</span>
            </>
          ) : null}
          <bdi>{page.site}</bdi>
          <span aria-hidden="true">·</span>
          <time dateTime={page.saved_at} title={dateTime(page.saved_at)}>
            {day(page.saved_at)}
          </time>
        </p>
        <div className={classes.actions}>
          <LinkButton
            {...searchFor(page.title, page.site)}
            size="xs"
            variant="light"
            leftSection={<SearchIcon size={14} aria-hidden />}
            aria-label={t('findNamed', { name })}
            onClick={onFind}
          >
            {t('find')}
          </LinkButton>
          <ActionIcon
            component="a"
            href={page.address}
            target="_blank"
            rel="noreferrer"
            size="sm"
            aria-label={t('openNamed', { name })}
            data-hint={t('open')}
          >
            <ExternalLink size={14} className="flip" aria-hidden />
          </ActionIcon>
          {may('products.change') ? (
            <ActionIcon
              size="sm"
              aria-label={t('removeNamed', { name })}
              data-hint={t('remove')}
              onClick={() => void remove(page)}
            >
              <X size={14} aria-hidden />
            </ActionIcon>
          ) : null}
        </div>
      </div>
    </article>
  );
}
