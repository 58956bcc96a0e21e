import { BellOutlined } from '@ant-design/icons';
import { notificationEndpoints } from '@darkroom/contract/notification';
import { isSetback } from '@darkroom/domain/notification/notification';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { query } from '../../lib/api/query.ts';
import { useUnseenInTitle } from '../../lib/use-page-title.ts';
import { useNotificationToasts } from './use-notification-toasts.ts';
import css from './notification-bell.module.css';
import { NotificationPanel } from './notification-panel.tsx';

const MAX_SHOWN = 99;

/** Bell with the number of unseen notifications. It is red if one of them is a setback (`isSetback`). */
export default function NotificationBell() {
  const { t } = useTranslation('notification');
  const { number } = useFormat();
  const bell = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useQuery(query(notificationEndpoints.list, {}));
  const unseen = data?.unseen ?? 0;
  const hasSetback = data?.results.some(({ seen, event }) => !seen && isSetback(event)) ?? false;
  useUnseenInTitle(unseen);
  useNotificationToasts(data);
  const name = unseen > 0 ? t('bell', { count: unseen, n: number(unseen) }) : t('title');
  return (
    <>
      <Button
        ref={bell}
        type="text"
        className={css.bell}
        icon={<BellOutlined />}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={name}
        onClick={() => setAnchor((open) => (open ? null : bell.current))}
      >
        {unseen > 0 && (
          <span className={css.count} data-setback={hasSetback || undefined} aria-hidden>
            {unseen > MAX_SHOWN ? `${MAX_SHOWN}+` : unseen}
          </span>
        )}
      </Button>
      {anchor && <NotificationPanel anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
