import type { ExportEndpoint } from '@darkroom/contract/endpoints';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { afterRows } from '../after-rows.ts';
import { useMay } from '../../lib/session/session.ts';
import { latePart } from '../late/late-part.tsx';
import type { ExportProps } from './use-export.ts';
import { Wait } from '../late/wait.tsx';

// Its words and its menu are nothing the list should wait for.
const ExportMenu = latePart(afterRows(() => import('./export-menu.tsx')));

/** Exports what a list shows to Excel or PDF, for those who may. */
export function ExportButton<E extends ExportEndpoint>(props: ExportProps<E>) {
  const { t } = useTranslation('table');
  const may = useMay();
  if (!may(props.endpoint.access)) return null;
  return (
    <Wait fallback={<Button disabled>{t('export')}</Button>}>
      <ExportMenu {...props} />
    </Wait>
  );
}
