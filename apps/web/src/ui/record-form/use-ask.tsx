import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

interface Asked {
  title: string;
  /** What would follow, with its figures. */
  lines: readonly string[];
  no: string;
  yes?: string;
  /** It is more likely a slip: Enter goes back to it. */
  unlikely?: true;
}

/** Asks once before a form is saved, naming what would follow; `holder` is where the question stands. */
export function useAsk() {
  const { t } = useTranslation('common');
  const [modal, holder] = Modal.useModal();
  const ask = async ({ title, lines, no, yes = t('save'), unlikely }: Asked): Promise<boolean> =>
    modal.confirm({
      title,
      content: lines.map((line) => <p key={line}>{line}</p>),
      okText: yes,
      cancelText: no,
      focusable: { autoFocusButton: unlikely ? 'cancel' : 'ok' },
    });
  return { ask, holder };
}
