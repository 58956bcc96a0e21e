import type { Endpoint } from '@darkroom/contract/endpoint';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session/session.ts';
import { CallButton } from '../call-button.tsx';
import { DELETE_ACT } from '../row-acts.ts';
import { BarredAct } from './barred-act.tsx';

interface DeleteActProps {
  call: Pick<Endpoint, 'access' | 'lock'>;
  /** What it is called: "Delete …". */
  name: string;
  /** Why this one cannot be deleted; null where nothing prevents it. */
  why: string | null;
  onDelete: () => void;
}

/** Delete at a row's end: not there for who may not, and saying why where a rule forbids it for now. */
export function DeleteAct({ call, name, why, onDelete }: DeleteActProps) {
  const { t } = useTranslation('common');
  const may = useMay();
  if (why !== null && may(call.access))
    return (
      <BarredAct name={name} why={why}>
        {t('delete')}
      </BarredAct>
    );
  return (
    <CallButton call={call} {...DELETE_ACT} aria-label={name} onClick={onDelete}>
      {t('delete')}
    </CallButton>
  );
}
