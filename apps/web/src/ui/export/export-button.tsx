import type { InputOf } from '@darkroom/contract/endpoint';
import type { ExportEndpoint } from '@darkroom/contract/endpoints';
import { Button } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { afterRows } from '../after-rows.ts';
import { useMay } from '../../lib/session/session.ts';

export interface ExportProps<E extends ExportEndpoint> {
  endpoint: E;
  /** What the list is asked for: its filter and order. Pages are left out, the file holds them all. */
  list: InputOf<E>['filter'] & { page?: number; page_size?: number };
  /** How many rows the list has; undefined until it is known. */
  total: number | undefined;
}

// Its words and its menu are nothing the list should wait for.
const ExportMenu = lazy(afterRows(() => import('./export-menu.tsx'))) as <E extends ExportEndpoint>(
  props: ExportProps<E>,
) => ReactNode;

/** Exports what a list shows to Excel or PDF, for those who may. */
export function ExportButton<E extends ExportEndpoint>(props: ExportProps<E>) {
  const { t } = useTranslation('table');
  const may = useMay();
  if (!may(props.endpoint.access)) return null;
  return (
    <Suspense fallback={<Button disabled>{t('export')}</Button>}>
      <ExportMenu {...props} />
    </Suspense>
  );
}
