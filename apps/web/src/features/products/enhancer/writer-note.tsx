import type { WriterFacts } from '@quayside/contracts';
import { CREDIT_COSTS } from '@quayside/contracts/quota.ts';
import { Cpu, LayoutTemplate } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './enhancer.module.css';

const PROVIDERS = { openai: 'OpenAI', anthropic: 'Anthropic' } as const;

/** The writer's name: what is no AI is never called one. */
export function useWriterName() {
  const { t } = useTranslation('products');
  return (writer: WriterFacts): string =>
    writer.kind === 'ai' ? t('enhance.aiName', { model: writer.model ?? '' }) : t('enhance.templateName');
}

/** Who is at work here, and what that means for what it writes; `children` lead on from there. */
export function WriterNote({ writer, children }: { writer: WriterFacts; children?: ReactNode }) {
  const { t } = useTranslation('products');
  const nameOf = useWriterName();
  const { provider } = writer;
  const name = provider && provider !== 'compatible' ? PROVIDERS[provider] : t('enhance.ownServer');
  const Icon = writer.kind === 'ai' ? Cpu : LayoutTemplate;
  return (
    <div className={classes.writer} data-writer={writer.kind}>
      <Icon size={18} aria-hidden />
      <div className={classes.writerWords}>
        <p>
          <strong>{nameOf(writer)}</strong>{' '}
          {writer.kind === 'ai'
            ? t('enhance.aiText', { provider: name, cost: CREDIT_COSTS.AI_PRODUCT_CONTENT })
            : t('enhance.templateText')}
        </p>
        {children}
      </div>
    </div>
  );
}
