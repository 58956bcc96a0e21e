import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToast } from '../lib/toast.ts';

/**
 * Copies a text and says so in the spec's words: 'Copied' or 'Copy failed'. `what` names it to screen readers; with a `label` it
 * is a button with that word.
 */
export function CopyButton({ text, what, label }: { text: string; what: string; label?: string }) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const copy = async (beside: HTMLElement) => {
    // Where the page is not served securely, as on the bureau's own network, there is no clipboard to write to.
    const written = 'clipboard' in navigator && navigator.clipboard.writeText(text);
    const copied = await Promise.resolve(written).then(
      (nothing) => nothing !== false,
      () => false,
    );
    if (copied || copySelected(text, beside)) toast.success(t('copy.done'));
    else toast.error(t('copy.failed'));
  };
  const tip = t('copy.tip', { what });
  return (
    <Button
      {...(label ? {} : { type: 'text' as const, size: 'small' as const, title: tip })}
      icon={<CopyOutlined />}
      aria-label={label ?? tip}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    >
      {label}
    </Button>
  );
}

/** The browser's older way: what is selected in a field is copied. The field stands where the focus may go, in an open dialog too. */
function copySelected(text: string, beside: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  beside.after(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  beside.focus();
  return copied;
}
