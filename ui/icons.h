// The program's icons: line drawings from resources, drawn in the theme's colours. GUI thread only.
#pragma once

#include <QIcon>

namespace partita {

enum class IconName { Open, New, Import, Lock, Warning, Info, Close, Table, Refresh, Back, Add, Remove };

/// Follows a change of theme by itself, as it is drawn anew on each paint.
QIcon icon(IconName name);

}  // namespace partita
