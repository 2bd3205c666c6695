import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Cpu, Scaling, Wand2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { isInDemoMode } from '../../../lib/account.ts';
import { demoPrompt } from '../../../lib/demo-prompt.ts';
import { useAccount } from '../../../lib/use-account.ts';
import enhancer from '../enhancer/enhancer.module.css';
import { ProductChoice } from '../enhancer/product-choice.tsx';
import type { Chosen } from '../use-enhance.ts';
import { ImageChecks } from './image-checks.tsx';
import { imageEnhancerQuery } from './image-queries.ts';
import { type Improvement, ImprovementFields } from './improvement-fields.tsx';
import { Price } from './price.tsx';
import { Results } from './results.tsx';
import { type Images, useImages } from './use-images.ts';
import { useOrder } from './use-order.ts';

const GUIDE = 'docs/guides/set-up-a-writer.md';
const VARIABLES = 'AI_IMAGE_PROVIDER, AI_IMAGE_MODEL';

/** Improves product images: which ones, how, at what price, and the results beside their originals. */
export default function ImagesPage() {
  const { t } = useTranslation(['images', 'products']);
  const { account } = useAccount();
  const { data: facts, error, refetch } = useQuery(imageEnhancerQuery);
  const images = useImages();
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={enhancer.page}>
        {facts ? (
          <div className={enhancer.writer}>
            {facts.provider ? <Cpu size={18} aria-hidden /> : <Scaling size={18} aria-hidden />}
            <div className={enhancer.writerWords}>
              <p>{facts.provider ? t('byModel', { model: facts.model ?? '' }) : t('noAi')}</p>
              {facts.provider || !account?.is_operator ? null : (
                <p>{t('noAiOperator', { variables: VARIABLES, guide: GUIDE })}</p>
              )}
              <Link to="/app/setting/integration/ai-writing">{t('products:writing.settings')}</Link>
            </div>
          </div>
        ) : error ? (
          <ErrorState small error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonBox width="100%" height={56} />
        )}
        {facts ? <Choose images={images} first={facts.actions[0] ?? 'enlarge'} actions={facts.actions} /> : null}
        <Results images={images} />
      </div>
    </>
  );
}

interface ChooseProps {
  images: Images;
  first: Improvement['action'];
  actions: readonly Improvement['action'][];
}

function Choose({ images, first, actions }: ChooseProps) {
  const { t } = useTranslation(['images', 'products']);
  const { account, workplaceId } = useAccount();
  const brought = useLocation({ select: ({ state }) => state.enhance });
  const [chosen, setChosen] = useState<readonly Chosen[]>(brought ?? []);
  const [urls, setUrls] = useState<{ of: string; urls: readonly string[] }>();
  const [how, setHow] = useState<Improvement>({ action: first, background: 'white', prompt: '', most_images: 1 });
  const only = chosen.length === 1 ? chosen[0]?.id : undefined;
  const named = only !== undefined && urls?.of === only ? urls.urls : undefined;
  const { order, price } = useOrder(chosen, how, named);

  async function begin(): Promise<void> {
    if (isInDemoMode(account, workplaceId)) {
      demoPrompt.ask();
      return;
    }
    if (!order || !price) return;
    if (await images.begin({ ...order, credits: price.credits })) {
      setChosen([]);
      setUrls(undefined);
    }
  }

  return (
    <section className={enhancer.part} aria-label={t('products:enhance.choose')}>
      <h2 className={enhancer.partTitle}>{t('products:enhance.choose')}</h2>
      <ProductChoice chosen={chosen} onChange={setChosen} />
      <h2 className={enhancer.partTitle}>{t('choose')}</h2>
      <ImprovementFields
        value={how}
        actions={actions}
        hasNumber={chosen.length !== 1}
        onChange={(change) => setHow((now) => ({ ...now, ...change }))}
      />
      {only ? (
        <ImageChecks productId={only} chosen={named} onChange={(next) => setUrls({ of: only, urls: next })} />
      ) : null}
      {price ? <Price price={price} /> : null}
      {price && price.images > 0 ? (
        <MayButton
          needs="products.change"
          loading={images.busy === 'begin'}
          leftSection={<Wand2 size={16} aria-hidden />}
          onClick={() => void begin()}
        >
          {t('start', { count: price.images })}
        </MayButton>
      ) : null}
    </section>
  );
}
