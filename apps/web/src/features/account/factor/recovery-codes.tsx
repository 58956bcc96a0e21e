import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { OneTimeSecret } from '../../../ui/feedback/one-time-secret.tsx';

interface RecoveryCodesProps {
  /** Null if the response was lost. */
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Shows new recovery codes once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation('account');
  return (
    <OneTimeSecret
      title={t('factors.codes.title')}
      warning={t('factors.codes.once')}
      what={t('factors.codes.title')}
      secret={codes && codes.join('\n')}
      lost={t('factors.codes.lost')}
      done={t('factors.codes.done')}
      onClose={onClose}
    />
  );
}
