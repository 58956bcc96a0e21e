import { CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToast } from '../lib/toast.ts';

/** Copies a text and says so in the spec's words: 'Copied' or 'Copy failed'. `what` names it to screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('copy.done'));
    } catch {
      toast.error(t('copy.failed'));
    }
  };
  return (
    <Tooltip title={t('copy.tip', { what })}>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('copy.tip', { what })}
        onClick={() => void copy()}
      />
    </Tooltip>
  );
}
