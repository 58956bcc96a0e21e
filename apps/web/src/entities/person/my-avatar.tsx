import { UserOutlined } from '@ant-design/icons';
import { userEndpoints } from '@darkroom/contract/user/user';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { Avatar } from './avatar.tsx';

/** The user's own picture in button size, or the general account icon if there is no picture. */
export default function MyAvatar() {
  const me = useQuery(query(userEndpoints.me, {})).data;
  return me?.avatar ? <Avatar id={me.user.id} full_name={me.user.full_name} avatar={me.avatar} /> : <UserOutlined />;
}
