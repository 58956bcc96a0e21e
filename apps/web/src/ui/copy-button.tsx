import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from '../lib/i18n/use-translation.tsx';
import { useToast } from '../lib/toast.ts';

/**
 * Copies a text and shows the spec's words: 'Copied' or 'Copy failed'. `what` names it for screen readers. With a `label` it is a button
 * with that text.
 */
export function CopyButton({ text, what, label }: { text: string; what: string; label?: string }) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const copy = async (anchor: HTMLElement) => {
    // Pages without HTTPS, as in the bureau's own network, have no clipboard API.
    const writeResult = 'clipboard' in navigator && navigator.clipboard.writeText(text);
    const copied = await Promise.resolve(writeResult).then(
      (result) => result !== false,
      () => false,
    );
    if (copied || copySelected(text, anchor)) toast.success(t('copy.done'));
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

/**
 * Copies text with the older browser API, which copies the selection of a field. The field is inserted where focus is allowed, also in an
 * open dialog.
 */
function copySelected(text: string, anchor: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  anchor.after(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  anchor.focus();
  return copied;
}
