import { UserOutlined } from '@ant-design/icons';
import { userEndpoints } from '@darkroom/contract/user/user';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/call/query.ts';
import { Avatar } from './avatar.tsx';

/** One's own picture, as small as a button; the sign of any account where one has none. */
export default function OwnPicture() {
  const me = useQuery(query(userEndpoints.me, {})).data;
  return me?.avatar ? <Avatar id={me.user.id} full_name={me.user.full_name} avatar={me.avatar} /> : <UserOutlined />;
}
