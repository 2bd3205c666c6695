import { Button } from '@mantine/core';
import { Images as ImagesIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import enhancer from '../enhancer/enhancer.module.css';
import { ResultCard } from './result-card.tsx';
import type { Images } from './use-images.ts';

/** Results beside their originals, newest first. */
export function Results({ images }: { images: Images }) {
  const { t } = useTranslation(['images', 'products']);
  const { rows } = images;
  const ready = rows.filter((row) => row.state === 'proposed' && !row.is_stale).map((row) => row.image_enhancement_id);
  return (
    <section className={enhancer.part} aria-label={t('results')}>
      <div className={enhancer.partHead}>
        <h2 className={enhancer.partTitle}>{t('results')}</h2>
        {ready.length > 1 ? (
          <MayButton
            needs="products.change"
            size="xs"
            loading={images.busy === 'all'}
            disabled={images.busy !== undefined}
            onClick={() => void images.acceptAll(ready)}
          >
            {t('all', { count: ready.length })}
          </MayButton>
        ) : null}
      </div>
      {images.error && rows.length === 0 ? (
        <ErrorState small error={images.error} onRetry={images.retry} />
      ) : images.isLoading ? (
        <SkeletonBox width="100%" height={160} />
      ) : rows.length === 0 ? (
        <EmptyState
          small
          picture={<ImagesIcon size={28} strokeWidth={1.5} aria-hidden />}
          title={t('none')}
          text={t('noneText')}
        />
      ) : (
        <div className={enhancer.cards}>
          {rows.map((row) => (
            <ResultCard key={row.image_enhancement_id} one={row} images={images} />
          ))}
        </div>
      )}
      {images.hasMore ? (
        <Button variant="default" loading={images.isLoadingMore} onClick={images.loadMore}>
          {t('products:enhance.more')}
        </Button>
      ) : null}
    </section>
  );
}
