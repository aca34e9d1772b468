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
const PATHS_16 = ["m.55 4.89 7 3c.14.07.29.11.45.11s.31-.04.45-.11l7-3a.998.998 0 0 0-.06-1.81L8.4.08a1 1 0 0 0-.79 0l-6.99 3a.992.992 0 0 0-.07 1.81M15 11c-.16 0-.31.04-.45.11L8 14l-6.55-2.9c-.14-.06-.29-.1-.45-.1-.55 0-1 .45-1 1 0 .39.23.73.55.89l7 3c.14.07.29.11.45.11s.31-.04.45-.11l7-3c.32-.16.55-.5.55-.89 0-.55-.45-1-1-1m0-4c-.16 0-.31.04-.45.11L8 10 1.45 7.11A1 1 0 0 0 1 7c-.55 0-1 .45-1 1 0 .39.23.73.55.89l7 3c.14.07.29.11.45.11s.31-.04.45-.11l7-3c.32-.16.55-.5.55-.89 0-.55-.45-1-1-1"];
export const LayersIcon = React.forwardRef((props, ref) => {
    const paths = PATHS_16;
    return (_jsx(SVGIconContainer, { iconName: "layers", ref: ref, ...props, children: paths.map((d, i) => (_jsx("path", { d: d, fillRule: "evenodd" }, i))) }));
});
LayersIcon.displayName = `Blueprint6.Icon.LayersIcon`;
/**
 * @deprecated Use {@link LayersIcon} instead.
 */
export const Layers = LayersIcon;
export default LayersIcon;
