import { jsx as _jsx } from "react/jsx-runtime";
/*
 * Copyright 2024 Palantir Technologies, Inc. All rights reserved.
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
import * as React from "react";
import { IconSize } from "../iconTypes.js";
import { SVGIconContainer } from "../svgIconContainer.js";
/** Path data for the 16px grid; matches {@link generate-icon-paths.mjs} / `<Icon />` from core. */
const PATHS_16 = ["M10 14c0 1.1-.9 2-2 2s-2-.9-2-2zM8 0c.404 0 .755.243.912.59L8.9.6c-.7.6-.9 1.36-.9 1.9q0 1.2.8 1.9-.8.9-.784 1.867l.004.358a2.8 2.8 0 0 0 2.8 2.775L13 9.399V10c0 .51.388.935.884.993L14 11c.55 0 1 .45 1 1s-.45 1-1 1H2c-.55 0-1-.45-1-1s.45-1 1-1 1-.45 1-1V6c0-2.43 1.73-4.45 4.02-4.9L7 1c0-.55.45-1 1-1m6 6.702a.63.63 0 0 0-.632-.632h-1.743l2.209-2.734A.75.75 0 0 0 14 2.864v-.3A.565.565 0 0 0 13.435 2h-2.874a.561.561 0 1 0 0 1.123h1.814l-2.154 2.672a1 1 0 0 0-.221.628v.279c0 .349.283.631.632.631h2.736A.63.63 0 0 0 14 6.702"];
export const NotificationsSnoozeIcon = React.forwardRef((props, ref) => {
    const paths = PATHS_16;
    return (_jsx(SVGIconContainer, { iconName: "notifications-snooze", ref: ref, ...props, children: paths.map((d, i) => (_jsx("path", { d: d, fillRule: "evenodd" }, i))) }));
});
NotificationsSnoozeIcon.displayName = `Blueprint6.Icon.NotificationsSnoozeIcon`;
/**
 * @deprecated Use {@link NotificationsSnoozeIcon} instead.
 */
export const NotificationsSnooze = NotificationsSnoozeIcon;
export default NotificationsSnoozeIcon;
