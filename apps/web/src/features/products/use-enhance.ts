import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A product whose words are to be enhanced, as far as the enhancer's screen shows it before it has read it. */
export interface Chosen {
  id: string;
  title: string;
  image: string | null;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The products to enhance. In the history, they survive a reload and Back. */
    enhance?: readonly Chosen[];
  }
}

/** Leads to the image enhancer with products chosen already. */
export function useImproveImages() {
  const navigate = useNavigate();
  return useCallback(
    (products: readonly Chosen[]) => {
      const enhance = products.map(({ id, title, image }) => ({ id, title, image }));
      void navigate({ to: '/app/ai-images', state: { enhance } });
    },
    [navigate],
  );
}

/** Leads to the enhancer with products chosen already. */
export function useEnhance() {
  const navigate = useNavigate();
  return useCallback(
    (products: readonly Chosen[]) => {
      const enhance = products.map(({ id, title, image }) => ({ id, title, image }));
      void navigate({ to: '/app/ob-ai-enhancer', state: { enhance } });
    },
    [navigate],
  );
}
